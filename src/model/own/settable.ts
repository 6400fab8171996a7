import { narrowingsOf } from '../../kinds/reference/narrowing.ts'
import { isUploaded, kindByName } from '../../kinds/values.ts'
import type { Expression, Field, Register } from '../model.ts'
import { isSystemField } from '../register.ts'

const isOpen = (gate: Expression | undefined): boolean => gate !== undefined && gate !== 'false'

/** Tells whether stores may set anything of a register's fields: people write rows of a store's own there, and the definition does not forbid it. */
const isSettable = ({ scope, from, stored, setByStores, access }: Register): boolean =>
  scope === 'store' &&
  from === undefined &&
  stored !== false &&
  setByStores !== false &&
  (isOpen(access.create) || isOpen(access.change))

/** Fields that people type. */
const isTyped = ({ parent }: Register, field: Field): boolean =>
  !isSystemField(field.name) &&
  !field.readOnly &&
  !field.secret &&
  !field.hidden &&
  field.compute === undefined &&
  field.name !== parent?.by

/** Tells whether a store may give a field a name of its own. */
export const takesTitle = (register: Register, field: Field): boolean =>
  isSettable(register) && isTyped(register, field) && field.setByStores !== false && field.setByStores !== 'initial'

/**
 * Tells whether a store may say with which value of a field new records begin. Not what is one record's alone or moves by ways of its own, and not what
 * would be refused beside another value of the record.
 */
export const takesInitial = (register: Register, field: Field): boolean =>
  isSettable(register) &&
  isTyped(register, field) &&
  isOpen(register.access.create) &&
  !register.single &&
  field.setByStores !== false &&
  field.setByStores !== 'title' &&
  field.stored &&
  !field.ways &&
  !field.unset &&
  !field.claims &&
  !isUploaded(field) &&
  !kindByName(field.kind).jsonTypes.includes('object') &&
  narrowingsOf(field.reference?.where).length === 0 &&
  !register.unique.some(({ fields }) => fields.length === 1 && fields[0] === field.name)

/** The fields of a register of which a store may set something. */
export const settableFields = (register: Register): readonly Field[] =>
  register.fields.filter(field => takesTitle(register, field) || takesInitial(register, field))
