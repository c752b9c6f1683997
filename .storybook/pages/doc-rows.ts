/** The rows of the Markdown tables of a guide whose first cell is code, so that pages say what the guide says. */
export function docRows(markdown: string, beginsWith: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith(`| \`${beginsWith}`))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
}

/** A cell without Markdown: links are their words. */
export const plainText = (cell = '') => cell.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
