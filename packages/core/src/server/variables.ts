/** How one environment variable is read. */
export interface Variable<Value> {
  /**
   * A schema (https://standardschema.dev) of the trimmed text, which is undefined if the variable is empty or missing.
   * It accepts undefined, and its messages complete the sentence "LEYDEN_MODE …".
   */
  schema: { readonly '~standard': { validate(text: unknown): Result<Value> | Promise<Result<Value>> } }
  /** The parts of the value that no message and no line of the log may contain. Only a secret has them. */
  secrets?(value: NonNullable<Value>): readonly string[]
}

type Result<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly input?: unknown }[] }

/** The value of each variable, or its default. */
export type ValuesOf<Variables> = {
  [Name in keyof Variables]: Variables[Name] extends Variable<infer Value> ? Value : never
}

/**
 * Reads environment variables by their schemas.
 *
 * @param contradictions whether each problem between variables exists, by its message. An invalid variable has its
 *   default there, so that all problems are found at once.
 * @throws Error with all problems, one per line: each has the variable, what to do, and its value unless that is a secret.
 */
export function readVariables<const Variables extends Readonly<Record<string, Variable<unknown>>>>(
  variables: Variables,
  env: Readonly<Record<string, string | undefined>>,
  contradictions: (
    values: ValuesOf<Variables>,
    isSet: (name: keyof Variables & string) => boolean,
  ) => Readonly<Record<string, boolean>>,
): ValuesOf<Variables> {
  const problems: string[] = []
  const textOf = (name: string) => env[name]?.trim() || undefined
  const entries = Object.entries(variables).map(([name, { schema, secrets }]) => {
    // Only a schema with an asynchronous check returns a promise.
    const validate = schema['~standard'].validate as (text: unknown) => Result<unknown>
    let result = validate(textOf(name))
    if (result.issues) {
      const [{ message = '', input = undefined } = {}] = result.issues
      // A URL may contain a password.
      const isSecret = secrets !== undefined || /:\/\/[^/]*@/.test(String(input))
      problems.push(`${name} ${message}${isSecret ? '' : `, not "${input}"`}.`)
      result = validate(undefined)
    }
    return [name, result.issues ? undefined : result.value]
  })
  const values: ValuesOf<Variables> = Object.fromEntries(entries)
  for (const [problem, exists] of Object.entries(contradictions(values, (name) => Boolean(textOf(name)))))
    if (exists) problems.push(problem)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return values
}
