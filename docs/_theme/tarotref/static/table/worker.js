/* The table's own thread: starts Python, seats the reader, and answers the page. What is asked and answered is in tarotref/cli/seat.py. */
import { loadPyodide } from './pyodide.mjs';

let python = null, asked = null, seat = null;
const sent = self.fetch;
self.fetch = async (what, ...more) => {  // the largest file comes compressed, whatever the server does
  if (!String(what.url || what).endsWith('.wasm')) return sent(what, ...more);
  const found = await sent(`${what.url || what}.packed`);
  if (!found.ok) throw new Error(`${found.url}: ${found.status}`);
  return new Response(found.body.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': 'application/wasm' } });
};
const say = stage => postMessage({ stage });

async function start() {
  say('python');
  python = await loadPyodide();
  say('rules');
  const folder = python.runPython('import site; site.getsitepackages()[0]');
  const found = await fetch(new URL('tarotref.packed', import.meta.url));
  if (!found.ok) throw new Error(`${found.url}: ${found.status}`);
  python.unpackArchive(await found.arrayBuffer(), 'gztar', { extractDir: folder });
  asked = python.pyimport('tarotref.cli.seat');
  say('ready');
}
const ready = start();

onmessage = async ({ data: { id, call, args } }) => {
  try {
    await ready;
    let answer = null;
    if (call === 'sit' || call === 'open') {
      const given = args.map(one => one ?? undefined);  // what is left out is None to Python
      const next = call === 'sit' ? asked.Seat(...given) : asked.Seat.saved(...given);
      seat?.destroy();
      seat = next;
    } else if (call === 'memory') {
      answer = python._module.HEAPU8.length;  // what Python has asked the browser for, in bytes
    } else {
      answer = JSON.parse(asked.asked(seat, call, ...args));
    }
    postMessage({ id, answer });
  } catch (error) {
    const lines = String(error.message || error).trim().split('\n');
    postMessage({ id, error: lines[lines.length - 1] });
  }
};
