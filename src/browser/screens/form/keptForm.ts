import { membersOf } from '../../../base/record.ts'
import type { ScreenForm } from '../../../model/model.ts'
import { readTabStorage, writeTabStorage } from '../../data/storage.ts'

type Values = Readonly<Record<string, unknown>>

const keyOf = (screen: string): string => `form.${screen}`

/** Fields that are kept: no hidden text, and nothing that was agreed to, which is to be read again. */
function keptFields({ fields }: ScreenForm): readonly string[] {
  const agreed = new Set(fields.flatMap(({ name, reads }) => (reads ? [name, reads.version ?? name] : [])))
  return fields
    .filter(({ name, secret, refine }) => !secret && refine?.look !== 'secret' && !agreed.has(name))
    .map(({ name }) => name)
}

/** Keeps what was typed for this tab, over a reload. */
export function keepForm(screen: string, form: ScreenForm, values: Values): void {
  const kept = Object.fromEntries(keptFields(form).flatMap(name => (values[name] == null ? [] : [[name, values[name]]])))
  writeTabStorage(keyOf(screen), JSON.stringify(kept))
}

/** Returns the values typed before a reload. */
export function keptForm(screen: string, form: ScreenForm): Values {
  const text = readTabStorage(keyOf(screen))
  if (text === undefined) return {}
  try {
    const kept = membersOf(JSON.parse(text))
    return Object.fromEntries(keptFields(form).flatMap(name => (kept[name] === undefined ? [] : [[name, kept[name]]])))
  } catch {
    return {}
  }
}

export const forgetForm = (screen: string): void => writeTabStorage(keyOf(screen), undefined)
