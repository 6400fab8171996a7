import type { Field, RegisterScope } from '../model.ts'

const kept = { required: false, stored: true, readOnly: true, secret: false, clone: false, search: false } as const

/** Number keys are 64-bit in the database and whole numbers in JSON. */
const key = {
  kind: 'integer',
  refine: { kind: 'integer', title: 'Número que identifica', plain: true },
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
} as const

const id: Field = { ...kept, ...key, name: 'id', title: 'Id' }
const textId: Field = { ...kept, kind: 'text', name: 'id', title: 'Código', required: true, readOnly: false, search: true }
const store: Field = { ...kept, ...key, name: 'lojaId', title: 'Loja' }
const version: Field = { ...kept, kind: 'integer', name: 'version', title: 'Versão' }
const createdAt: Field = { ...kept, kind: 'dateTime', name: 'createdAt', title: 'Criado em' }
const updatedAt: Field = { ...kept, kind: 'dateTime', name: 'updatedAt', title: 'Alterado em' }

/** Fields that every register has without writing them. A child's row has neither version nor dates: the parent's count. */
export function systemFields(scope: RegisterScope, textKey: boolean, child: boolean): readonly Field[] {
  return [textKey ? textId : id, ...(scope === 'global' ? [] : [store]), ...(child ? [] : [version, createdAt, updatedAt])]
}

/** A child row's field for its parent's id. */
export const parentField = (name: string, title: string, to: string, textKey: boolean): Field => ({
  ...kept,
  kind: 'reference',
  name,
  title,
  required: true,
  reference: { to, as: to, textKey, from: 0, onRemove: 'refuse' },
})

/** A child row's place among its siblings. */
export const orderField = (name: string): Field => ({ ...kept, kind: 'integer', name, title: 'Ordem' })
