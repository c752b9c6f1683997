import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Html } from './html.js'

/** The style of the operators' page: a column that a phone can show, in the colours that the browser asks for. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --page: #f6f7f9; --card: #fff; --line: #d0d7de;
  --link: #0b5cad; --good: #116329; --bad: #a40e26; --warn: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a5adb8; --page: #14171b; --card: #1d2127;
  --line: #3a414b; --link: #79b8ff; --good: #6fdd8b; --bad: #ff9a94; --warn: #f0c36d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
header, main { max-width: 60rem; margin-inline: auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; flex: 1; }
a { color: var(--link); text-underline-offset: .15em; }
nav a, header button { min-height: 2.5rem; display: inline-flex; align-items: center; }
a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: 0 0 .5rem; }
ol, ul { margin: 0; padding: 0; list-style: none; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0 0 .75rem; }
.card > :last-child { margin-bottom: 0; }
.answer { border-inline-start: .4rem solid var(--soft); }
.good { border-color: var(--good); } .bad { border-color: var(--bad); } .warn { border-color: var(--warn); }
.answer .title { font-size: 1.2rem; font-weight: 600; margin: 0 0 .5rem; }
.todo { margin: .5rem 0 0; padding-inline-start: 1.25rem; list-style: disc; }
.soft { color: var(--soft); }
.row { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; }
.counts .card { margin: 0; } .counts strong { display: block; font-size: 1.5rem; }
code { font: .9em ui-monospace, monospace; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; }
form.search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: 0 0 1.5rem; }
label { display: block; flex: 1 1 16rem; }
input[type=text], input[type=password] { font: inherit; color: inherit; background: var(--card); width: 100%;
  min-height: 2.75rem; padding: .25rem .6rem; border: 1px solid var(--soft); border-radius: .4rem; }
button { font: inherit; min-height: 2.75rem; padding: .25rem 1rem; border: 1px solid var(--soft); border-radius: .4rem;
  background: var(--card); color: inherit; cursor: pointer; }
button.main { background: var(--link); border-color: var(--link); color: var(--card); font-weight: 600; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0 0; align-items: center; }
summary { cursor: pointer; min-height: 1.75rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .5rem; } }
`

/** The `style` element of each page. */
export const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

const hash = base64.encode(sha256(utf8ToBytes(STYLE)))

/** Nothing but this style and forms to this server: no script, no picture, no frame. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
