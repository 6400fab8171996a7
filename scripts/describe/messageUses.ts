import type { Model } from '../../src/model/model.ts'

/** Words of the Model under which a message's code stands. */
const holders = new Set(['message', 'confirm', 'success', 'failure', 'blank', 'note', 'empty'])
/** Words whose members are codes: by check, by event. */
const holdersOfMany = new Set(['messages', 'texts'])

/** Where the definitions use each message: titles of the registers, screens, imports and reports, by code. */
export function messageUses(model: Model): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  const note = (code: unknown, place: string): void => {
    if (typeof code !== 'string' || !Object.hasOwn(model.messages, code)) return
    found.set(code, (found.get(code) ?? new Set()).add(place))
  }
  const walk = (value: unknown, place: string): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, place)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return
    for (const [word, inner] of Object.entries(value)) {
      if (holders.has(word)) note(inner, place)
      else if (holdersOfMany.has(word) && inner !== null && typeof inner === 'object')
        for (const code of Object.values(inner)) note(code, place)
      walk(inner, place)
    }
  }
  for (const register of Object.values(model.registers)) walk(register, register.title)
  for (const screen of Object.values(model.screens)) walk(screen, screen.title)
  for (const each of Object.values(model.imports)) walk(each, each.title)
  for (const report of Object.values(model.reports)) walk(report, report.title)
  for (const refinement of Object.values(model.refinements)) walk(refinement, `Tipo ${refinement.title}`)
  return new Map([...found].map(([code, places]) => [code, [...places].sort()]))
}
