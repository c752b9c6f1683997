/** Prints a table, page by browser: the result of each payment and each ramp, with the reason of each failure. */
export function printShells(modules) {
  const reasons = []
  const addFootnote = (text) => {
    if (!reasons.includes(text)) reasons.push(text)
    return reasons.indexOf(text) + 1
  }
  const cells = new Map()
  for (const module of modules)
    for (const test of module.children.allTests()) {
      const { row, note } = test.meta()
      if (!row) continue
      const { state, errors, note: skipped } = test.result()
      const outcome =
        state === 'failed'
          ? `failed (${addFootnote(errors[0].message.split('\n')[0])})`
          : state === 'skipped'
            ? `not run (${addFootnote(skipped)})`
            : note
              ? `pass (${addFootnote(note)})`
              : 'pass'
      const browser = module.project.name.replace('shells-', '')
      cells.set(row, { ...cells.get(row), [browser]: outcome })
    }
  console.table(Object.fromEntries(cells))
  for (const [index, reason] of reasons.entries()) console.log(`(${index + 1}) ${reason}`)
}
