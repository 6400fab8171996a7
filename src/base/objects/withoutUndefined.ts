/** The same object type with members that may be undefined made optional, as `exactOptionalPropertyTypes` wants them. */
export type OptionalUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** A copy without the members that are undefined. */
export function withoutUndefined<T extends object>(value: T): OptionalUndefined<T> {
  const result: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) if (member !== undefined) result[key] = member
  return result as OptionalUndefined<T>
}
