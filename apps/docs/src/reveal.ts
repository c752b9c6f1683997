// A link to a heading inside of a tab, such as one in "On this page", shows its tab.
function reveal(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const panel = target?.closest('[role=tabpanel][hidden]')
  if (!target || !panel) return
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
  target.scrollIntoView()
}

addEventListener('hashchange', reveal)
reveal()
