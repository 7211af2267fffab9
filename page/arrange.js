// Layouts: on a circle or in layers at once; by forces a few rounds per frame, until it is done or the user does
// something else.

import { forces } from './layout.js';
import { api, wireDrawn } from './api.js';
import { inLayers, onCircle, onPlane } from './layouts.js';
import { here } from './state.js';

/**
 * @param {() => import('./types').State} get @param {(action: import('./types').Action) => void} dispatch
 * @param {() => void} schedule @param {(why: string) => void} refuse
 */
export function createArranger(get, dispatch, schedule, refuse) {
  /** The gesture of the layout under way; empty when there is none. */
  let running = '';

  return { layout, isRunning: () => running !== '' };

  /** Without crossings, where the graph is planar; the engine knows how. */
  async function planar() {
    const { doc } = here(get());
    running = 'planar';
    try {
      const { places } = await api.plane({ graph: wireDrawn(doc.graph) });
      // The graph has been changed meanwhile: this layout is of the old one.
      if (here(get()).doc.graph !== doc.graph) return;
      if (!places) return refuse('This graph is not planar: every drawing of it has crossings.');
      dispatch({ type: 'place', at: onPlane(places), gesture: `layout${Date.now()}` });
      dispatch({ type: 'view', view: null });
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
    } finally {
      if (running === 'planar') running = '';
      schedule();
    }
  }

  /** @param {'forces'|'circle'|'layers'|'planar'} [how] */
  function layout(how = 'forces') {
    const { graph } = here(get()).doc;
    if (graph.nodes.length < 2) return;
    if (how === 'planar') return void planar();
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
