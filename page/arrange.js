// Layouts: on a circle or in layers at once; by forces a few rounds per frame, until it is done or the user does
// something else.

import { forces } from './layout.js';
import { inLayers, onCircle } from './layouts.js';
import { here } from './state.js';

/**
 * @param {() => import('./types').State} get @param {(action: import('./types').Action) => void} dispatch
 * @param {() => void} schedule
 */
export function createArranger(get, dispatch, schedule) {
  /** The gesture of the layout under way; empty when there is none. */
  let running = '';

  return { layout, isRunning: () => running !== '' };

  /** @param {'forces'|'circle'|'layers'} [how] */
  function layout(how = 'forces') {
    const { graph } = here(get()).doc;
    if (graph.nodes.length < 2) return;
    if (how !== 'forces') {
      running = '';
      const at = how === 'circle' ? onCircle(graph) : inLayers(graph);
      dispatch({ type: 'place', at, gesture: `layout${Date.now()}` });
      return dispatch({ type: 'view', view: null });
    }
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
