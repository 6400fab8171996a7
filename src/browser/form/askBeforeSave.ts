import { dialogs } from '../ui/dialogs.tsx'
import type { FormShared } from './formContext.ts'

/** Asks about edits of which a definition says that nobody should save them unawares; false when the person thinks again. */
export async function askBeforeSave({ store, register, say }: Pick<FormShared, 'store' | 'register' | 'say'>): Promise<boolean> {
  const { values, base } = store.draft()
  for (const { name, title, warn } of register.fields) {
    if (!warn?.ask || values[name] === base[name] || store.field(name)?.warning === undefined) continue
    if (!(await dialogs.confirm({ title, message: say(warn.ask), confirm: say('save') }))) return false
  }
  return true
}
