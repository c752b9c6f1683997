/** A control of a page: a choice of a few values. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly (readonly [value: T, label: string])[]
  onChange: (value: T) => void
}) {
  return (
    <label className="page-choice">
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as T)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
