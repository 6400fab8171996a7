import type { Property } from '../../generated/definitions.ts'
import type { Definitions, RegisterSource } from '../source/definitions.ts'

/** A path relative to a file's folder, from schemas/. */
export function resolvePath(from: string, ref: string): string {
  const steps = from.split('/').slice(0, -1)
  for (const step of ref.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** Properties that `allOf` brings into a register: the permission flags of the file that it names. */
export function sharedProperties(
  permissions: Definitions['permissions'],
  source: RegisterSource,
  ref: string,
): Record<string, Property> {
  const path = resolvePath(source.source.path, ref)
  const found = permissions.find(each => each.source.path === path)
  return Object.fromEntries(
    Object.entries(found?.value.properties ?? {}).map(([name, { group: _group, ...flag }]) => [name, flag]),
  )
}
