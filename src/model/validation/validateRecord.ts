import type { Validate } from '../../generated/validate.ts'
import { type CheckContext, type CheckedRecord, checkRecord } from '../check.ts'
import type { Model } from '../model.ts'
import { namedFieldProblems } from '../own/namedFieldProblems.ts'
import { shapeProblems } from './shapeProblems.ts'

/**
 * The whole judgement on a record, the same in the form and at the gate of the server: kinds and rules, and what the register's
 * JSON Schema forbids where these have said nothing.
 */
export function validateRecord(
  model: Model,
  registerName: string,
  record: Readonly<Record<string, unknown>>,
  context: CheckContext,
  validate: Validate,
): CheckedRecord {
  const checked = checkRecord(model, registerName, record, context)
  const register = model.registers[registerName]
  const shape = register
    ? [...namedFieldProblems(model, register, checked.seen), ...shapeProblems(model, register, checked.record, validate)]
    : []
  if (shape.length === 0) return checked
  const said = new Set(checked.problems.map(({ path }) => path))
  return { ...checked, problems: [...checked.problems, ...shape.filter(({ path }) => !said.has(path))] }
}
