/** `docs/performance.md`. */
export const report = (machine: string, tables: { bff: string; page: string }) => `# Performance

\`npm run bench\` wrote this page, on ${machine}.
A figure is the median of five runs, or of three for the widgets, with the least and the greatest. All programs and
pages of a table are there at the same time and are asked in turn, so that ratios hold on a busy machine too; times do
not. \`npm run bench -- bff\` and \`npm run bench -- page\` print one of the tables. \`npm run size\` has the sizes of
bundles, and [scale](scale.md) what grows with load.

## The BFF

Each program answers the same requests by way of the same payment service, which has its replies ready. "Of bare" is
the processor time of a bare proxy (\`node:http\` and undici) for the answer, divided by that of the program. "A second and
core" is what one core could answer. The BFF is the program as it is built, with SQLite, its log and its limits.

${tables.bff}

- A cached validation needs no request to the service, but everything else: limits, log, metrics, CORS.
- A charge is checked and stored before it is answered. A profile of one without the check of its signature has no single
  large part. In the main thread a sixth of the time is the request to the service (undici, its reply, and the search for
  the key in it), another sixth Node's own HTTP and streams, a tenth garbage collection; the invoice and the terms of the
  address take 7 %, timeouts 3 %, messages to SQLite's thread 3 %. That thread and its disk come on top.
- An idle stream of the BFF keeps a cursor and its place among the streams of its charge beside the socket, which is all
  that the raw one has. The streams of a charge share a watch of the store, and all streams one timer.
- The signature is checked in WebAssembly where \`tiny-secp256k1\` is installed, as it is by default. Without it a check
  takes six times as long.

## The widgets

Chromium without a window; "6× slower" is its own slow-down of the processor. Processor time is that of the page's main
thread, at full speed.

${tables.page}

- \`bare-react\` and \`vanilla\` are forms with the same two fields and a button, which look up and check nothing: the least
  that a page can show. A ratio to them is the price of everything else.
- Bitcoin Connect has no field for an address: its page shows a button first. So it has no row for typing, and none from
  the click to the QR code: the page has to bring the invoice, and the click loads a dialog of wallets.
- The forms have no QR code, and so no row for it either.
- Among many widgets on a page, those for the same address share one look-up. Processor time is that of the page until
  the last widget can be used, divided by their number; a form can be used once it is drawn.
- What is left after mounts and unmounts is counted after garbage collection; the first ten mounts, which load what all
  share, are not in it.
`
