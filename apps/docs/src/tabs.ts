import convert from 'npm-to-yarn'

/** The package managers, as labels of tabs. */
const MANAGERS = { npm: 'npm', pnpm: 'pnpm', yarn: 'Yarn', bun: 'Bun' } as const

/** The block between these marks has a tab for each of its headings. */
const MARKED = /(^<!-- tabs: [\w-]+ -->\n[\s\S]*?^<!-- \/tabs -->$)/mu
/** A block with one command of npm that every package manager has under another name. */
const NPM_COMMAND = /^```(?:sh)?\n((?:npm install|npx) [^\n]*)\n```$/gmu

/** The sets of tabs in the page so far, for their ids. */
let count = 0

/**
 * Turns the marked blocks of a Markdown file into tabs, in the markup of Starlight's own tabs, and a command of npm into
 * one tab for each package manager. All tabs with one key show the same choice, also on the next page.
 */
export function withTabs(markdown: string): string {
  count = 0
  return markdown
    .split(MARKED)
    .map((part) =>
      part.startsWith('<!-- tabs: ')
        ? tabsOfHeadings(part)
        : part.replaceAll(NPM_COMMAND, (_, command: string) => tabsOfManagers(command)),
    )
    .join('')
}

function tabsOfHeadings(block: string): string {
  const [, key = ''] = /^<!-- tabs: ([\w-]+)/u.exec(block) ?? []
  const [, level = ''] = /^(#{2,4}) /mu.exec(block) ?? []
  const panels = block
    .replace('<!-- /tabs -->', '')
    .split(new RegExp(`^(?=${level} )`, 'mu'))
    .slice(1)
    .map((text) => ({ label: (/^#+ (.+)$/mu.exec(text)?.[1] ?? '').trim(), text }))
  return tabs(key, panels)
}

function tabsOfManagers(command: string): string {
  const panels = Object.entries(MANAGERS).map(([manager, label]) => {
    const line = manager === 'npm' ? command : convert(command, manager as 'pnpm' | 'yarn' | 'bun')
    return { label, text: `\`\`\`sh\n${line}\n\`\`\`` }
  })
  return tabs('package-manager', panels)
}

function tabs(key: string, panels: { label: string; text: string }[]): string {
  const set = ++count
  const labels = panels.map(
    ({ label }, index) =>
      `<li role="presentation" class="tab"><a role="tab" href="#panel-${set}-${index}" id="tab-${set}-${index}" aria-selected="${index === 0}"${index === 0 ? '' : ' tabindex="-1"'}>${label}</a></li>`,
  )
  const contents = panels.map(
    ({ text }, index) =>
      `<div role="tabpanel" id="panel-${set}-${index}" aria-labelledby="tab-${set}-${index}" tabindex="0"${index === 0 ? '' : ' hidden'}>\n\n${text.trim()}\n\n</div>`,
  )
  return [
    `<starlight-tabs class="markdown-tabs" data-sync-key="${key}">`,
    `<div class="tablist-wrapper not-content"><ul role="tablist">${labels.join('')}</ul></div>\n`,
    contents.join('\n\n'),
    '\n<starlight-tabs-restore></starlight-tabs-restore>',
    '</starlight-tabs>',
  ].join('\n')
}
