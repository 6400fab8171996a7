import type { Column, FileValue } from '../kind.ts'

/** `jsonb`, which keeps the members in an order of its own. */
export const column: Column<FileValue> = {
  sqlType: () => 'jsonb',
  toRow: file => JSON.stringify(file),
  fromRow(raw) {
    const { url, name, type, size }: FileValue = typeof raw === 'string' ? JSON.parse(raw) : raw
    return { url, name, type, size }
  },
  operators: ['eq', 'neq'],
}
