import fc from 'fast-check'
import { fieldOfKind, type KindCase } from './kindCase.ts'

const names = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,10}$/)
const plain = fc.oneof(
  fc.string({ maxLength: 20 }).filter(text => !text.includes('\u0000')),
  fc.integer(),
  fc.boolean(),
)

export const membersCases: readonly KindCase[] = [
  {
    name: 'members',
    o: fieldOfKind('members'),
    values: fc.dictionary(names, plain, { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
    reads: [
      ['{"expiresIn": 21600}', { expiresIn: 21_600 }],
      ['{"b": "x", "a": true}', { a: true, b: 'x' }],
    ],
    refuses: [
      ['{}', 'members-invalid'],
      ['[1]', 'members-invalid'],
      ['expiresIn', 'members-invalid'],
      ['{"a": null}', 'members-invalid'],
      ['{"a": {"b": 1}}', 'members-invalid'],
      ['{"a b": 1}', 'members-invalid'],
      [`{"a": "${'x'.repeat(2001)}"}`, 'members-invalid'],
    ],
    shows: [[{ expiresIn: 21_600 }, '{"expiresIn":21600}']],
  },
]
