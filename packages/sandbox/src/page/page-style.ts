/** The style sheet of the ramp page and the wallet. It loads nothing from other hosts. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --bg: #f4f6f8; --card: #fff; --fg: #14202b; --muted: #51606e; --line: #d5dce3; --field: #7c8a97;
  --accent: #0b6b5d; --on-accent: #fff; --soft: #e2f2ee; --bad: #ad1f1f; --bad-soft: #fdeceb;
  --hint: #6b4a00; --hint-soft: #fff4d9; --focus: #1f6feb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0f1418; --card: #171e24; --fg: #eef2f5; --muted: #a5b2bd; --line: #2b353e; --field: #6d7b87;
    --accent: #4fd1b8; --on-accent: #04211c; --soft: #12302b; --bad: #ff928a; --bad-soft: #3a1917;
    --hint: #ffd479; --hint-soft: #33280e; --focus: #6ea8fe;
  }
}
* { box-sizing: border-box; }
[hidden], .error:empty { display: none !important; }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 16px; display: grid; gap: 16px; }
header { display: flex; align-items: center; gap: 12px; }
.name { flex: 1; font-weight: 650; font-size: 17px; }
progress { appearance: none; width: 100%; height: 4px; border: 0; border-radius: 4px; background: var(--line); overflow: hidden; }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 20px; display: grid; gap: 14px; }
h1 { margin: 0; font-size: 21px; line-height: 1.25; letter-spacing: -.01em; }
h1:focus { outline: none; }
h2 { margin: 0; font-size: 18px; line-height: 1.3; overflow-wrap: anywhere; }
form { display: grid; }
p { margin: 0; color: var(--muted); }
p b { color: var(--fg); font-weight: 600; overflow-wrap: anywhere; }
label { display: grid; gap: 6px; font-size: 14px; font-weight: 550; color: var(--muted); }
input { width: 100%; min-height: 48px; padding: 0 14px; border: 1px solid var(--field); border-radius: 10px; background: var(--card); color: var(--fg); font: inherit; font-size: 17px; font-weight: 400; }
input[type=file] { padding: 10px 14px; font-size: 14px; }
.code { font-size: 26px; letter-spacing: .28em; text-align: center; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end; }
button { min-height: 48px; padding: 8px 16px; border: 1px solid transparent; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 650; cursor: pointer; }
button.plain { background: transparent; color: var(--fg); border-color: var(--field); }
button.close { min-width: 44px; min-height: 44px; padding: 0; background: transparent; color: var(--muted); font-size: 18px; }
button:disabled { opacity: .55; cursor: default; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.sandbox { border-radius: 10px; padding: 10px 12px; background: var(--hint-soft); color: var(--hint); font-size: 14px; display: grid; gap: 8px; }
.sandbox button { min-height: 40px; background: transparent; color: inherit; border-color: currentColor; font-size: 14px; }
.error { border-radius: 10px; padding: 10px 12px; background: var(--bad-soft); color: var(--bad); font-size: 14px; }
video { width: 100%; aspect-ratio: 4 / 3; border-radius: 10px; background: #000; object-fit: cover; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 14px; margin: 0; font-size: 15px; font-variant-numeric: tabular-nums; }
dt { color: var(--muted); } dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
.mark { width: 64px; height: 64px; border-radius: 50%; background: var(--soft); color: var(--accent); display: grid; place-items: center; font-size: 30px; }
@media (max-width: 300px) { main { padding: 10px; } section { padding: 14px; } dl { column-gap: 8px; font-size: 14px; } }
@media (forced-colors: active) { progress::-webkit-progress-value { background: Highlight; } }
`
