import type { RegisterDefinition } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import { archivedRegisters } from '../archive/archivedRegisters.ts'
import { targetOf } from '../field.ts'
import type { Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import type { Checker } from './checker.ts'

/** Records that may leave for an archive: of a store, written by operations alone, with a moment; and nothing that stays holds them back. */
export function checkArchive(checker: Checker, own: RegisterDefinition['register'], register: Register): void {
  const { archive, from, readOnly, scope } = own
  if (!archive) return
  const path = ['register', 'archive']
  if (scope !== 'store' || from || !readOnly)
    checker.add(path, 'archive-register', 'Only records of a store that operations alone write (readOnly) leave for an archive.')
  const by = fieldOf(register, archive.by)
  if (checker.field([...path, 'by'], register, archive.by) && by && !(by.stored && kindByName(by.kind).time === 'instant'))
    checker.add([...path, 'by'], 'archive-moment', `"${archive.by}" is no moment that is kept.`)
  const lists = register.lists.filter(list => checker.model.registers[list.register]?.parent === undefined)
  archive.with?.forEach((name, i) => {
    checker.oneOf(
      [...path, 'with', i],
      'list-unknown',
      `list of another register's rows in ${register.name}`,
      name,
      lists.map(list => list.name),
    )
  })
  for (const { holder, field, to } of holders(checker, register))
    checker.add(
      path,
      'archive-held',
      `${holder}.${field} holds records of ${to} back: its reference needs "onRemove": "keep", or the list goes along by "with".`,
    )
}

/** References that stay, to something that leaves. */
function holders({ model }: Checker, register: Register): { holder: string; field: string; to: string }[] {
  const leaving = new Set(archivedRegisters(model, register).map(each => each.register.name))
  return Object.values(model.registers)
    .filter(({ name, stored }) => stored !== false && !leaving.has(name))
    .flatMap(({ name, fields }) =>
      fields
        .filter(field => field.stored && targetOf(field)?.onRemove !== 'keep')
        .map(field => ({ holder: name, field: field.name, to: targetOf(field)?.to ?? '' }))
        .filter(({ to }) => leaving.has(to)),
    )
}
