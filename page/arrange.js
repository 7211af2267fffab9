// The layout by forces, a few rounds per frame, until it is done or the user does something else.

import { forces } from './layout.js';
import { here } from './state.js';

/**
 * @param {() => import('./types').State} get @param {(action: import('./types').Action) => void} dispatch
 * @param {() => void} schedule
 */
export function createArranger(get, dispatch, schedule) {
  /** The gesture of the layout under way; empty when there is none. */
  let running = '';

  return { layout, isRunning: () => running !== '' };

  function layout() {
    const { graph } = here(get()).doc;
    if (graph.nodes.length < 2) return;
    const work = forces(graph, true);
    const { room } = get();
    const gesture = `layout${Date.now()}`;
    running = gesture;
    let begun = false;
    const round = () => {
      const undisturbed = get().room === room && (!begun || here(get()).gesture === gesture);
      const on = running === gesture && undisturbed;
      if (on) {
        begun = true;
        work.run(graph.nodes.length > 300 ? 60 : 12);
        dispatch({ type: 'place', at: work.at(), gesture });
        dispatch({ type: 'view', view: null });
      }
      if (on && !work.done()) return requestAnimationFrame(round);
      if (running === gesture) running = '';
      schedule();
    };
    round();
  }
}
