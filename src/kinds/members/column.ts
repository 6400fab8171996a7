import type { Column, MembersValue } from '../kind.ts'
import { membersValueOf } from './membersValue.ts'

/** `jsonb`, which keeps the members in an order of its own. */
export const column: Column<MembersValue> = {
  sqlType: () => 'jsonb',
  toRow: members => JSON.stringify(members),
  fromRow: raw => membersValueOf(typeof raw === 'string' ? JSON.parse(raw) : raw) ?? {},
  operators: ['eq', 'neq'],
}
