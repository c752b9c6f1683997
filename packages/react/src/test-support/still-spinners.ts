// A spinner that turns is painted sixty times a second, which takes a tenth of a core for each page.
const sheet = new CSSStyleSheet()
sheet.replaceSync('.ly-spinner { animation-play-state: paused !important }')
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
