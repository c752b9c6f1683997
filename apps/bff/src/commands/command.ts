/** A command of the program. It may throw an error, whose message is printed. @returns the exit code */
export type Command = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) => Promise<number>
