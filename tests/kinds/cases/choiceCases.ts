import fc from 'fast-check'
import type { Choice } from '../../../src/kinds/kind.ts'
import { digitTexts, fieldOfKind, fieldOfRefinement, type KindCase } from './kindCase.ts'

const numbered: readonly Choice[] = [
  { value: 0, title: 'Nenhum' },
  { value: 1, title: 'Débito' },
  { value: 12, title: 'Crédito à vista' },
]
const lettered: readonly Choice[] = [
  { value: '00', title: 'Tributada integralmente' },
  { value: '10', title: 'Com substituição' },
  { value: '900', title: 'Outros' },
]

export const choiceCases: readonly KindCase[] = [
  {
    name: 'boolean',
    o: fieldOfKind('boolean'),
    values: fc.boolean(),
    reads: [
      ['Sim', true],
      ['NÃO', false],
      ['1', true],
      ['true', true],
      ['x', true],
      ['0', false],
    ],
    refuses: [['talvez', 'boolean-invalid']],
    shows: [
      [true, 'Sim'],
      [false, 'Não'],
    ],
  },
  {
    name: 'choice of numbers',
    o: fieldOfKind('choice', { choices: numbered }),
    values: fc.constantFrom(...numbered.map(choice => choice.value)),
    reads: [
      ['debito', 1],
      ['12', 12],
      ['CRÉDITO À VISTA', 12],
    ],
    refuses: [['2', 'choice-invalid']],
  },
  {
    name: 'choice of texts',
    o: fieldOfKind('choice', { choices: lettered }),
    values: fc.constantFrom(...lettered.map(choice => choice.value)),
    reads: [
      ['0', '00'],
      ['10', '10'],
      ['outros', '900'],
    ],
    refuses: [['99', 'choice-invalid']],
  },
  {
    name: 'multiChoice of texts',
    o: fieldOfKind('multiChoice', { choices: lettered, maxItems: 2 }),
    values: fc.subarray(
      lettered.map(choice => choice.value),
      { minLength: 1, maxLength: 2 },
    ),
    reads: [
      ['outros; 0', ['00', '900']],
      ['OUTROS;outros;', ['900']],
      [' ; ', null],
    ],
    refuses: [
      ['outros; nada', 'choice-invalid'],
      ['0; 10; 900', 'choices-too-many'],
    ],
    shows: [[['00', '900'], 'Tributada integralmente; Outros']],
  },
  {
    name: 'multiChoice of numbers',
    o: fieldOfKind('multiChoice', { choices: numbered, minItems: 2 }),
    values: fc.subarray(
      numbered.map(choice => choice.value),
      { minLength: 2 },
    ),
    reads: [['débito; 12', [1, 12]]],
    refuses: [['nenhum', 'choices-too-few']],
  },
  {
    name: 'recommendation',
    o: fieldOfRefinement('recommendation'),
    values: fc.integer({ min: 0, max: 10 }),
    reads: [
      ['9', 9],
      ['nota 10', 10],
    ],
    refuses: [['11', 'choice-invalid']],
    shows: [[0, 'Nota 0']],
  },
  {
    name: 'uf',
    o: fieldOfRefinement('uf'),
    values: fc.constantFrom('SP', 'RJ', 'AC', 'TO'),
    reads: [['sp', 'SP']],
    refuses: [
      ['XX', 'uf-invalid'],
      ['EX', 'uf-invalid'],
    ],
  },
  {
    name: 'ufOrAbroad',
    o: fieldOfRefinement('ufOrAbroad'),
    values: fc.constantFrom('SP', 'TO', 'EX'),
    reads: [['ex', 'EX']],
    refuses: [['XX', 'uf-invalid']],
    shows: [['EX', 'EX - Exterior']],
  },
  {
    name: 'reference',
    o: fieldOfKind('reference', { reference: { to: 'grupos', as: 'grupo', textKey: false, from: 0, onRemove: 'refuse' } }),
    values: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    reads: [['42', 42]],
    refuses: [
      ['bebidas', 'reference-invalid'],
      ['0', 'reference-invalid'],
      ['-1', 'reference-invalid'],
    ],
  },
  {
    name: 'reference to a text key',
    o: fieldOfKind('reference', { reference: { to: 'ncms', as: 'ncm', textKey: true, from: 3, onRemove: 'refuse' } }),
    values: digitTexts(8),
    reads: [['02012000', '02012000']],
  },
  {
    name: 'references',
    o: fieldOfKind('references', {
      references: { to: 'mesas', as: 'mesas', textKey: false, from: 0, onRemove: 'refuse' },
      minItems: 2,
      maxItems: 3,
    }),
    values: fc
      .uniqueArray(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { minLength: 2, maxLength: 3 })
      .map(keys => keys.toSorted((a, b) => a - b)),
    reads: [
      ['7, 3', [3, 7]],
      ['7; 3;7', [3, 7]],
      [' , ', null],
    ],
    refuses: [
      ['3', 'choices-too-few'],
      ['1,2,3,4', 'choices-too-many'],
      ['1, varanda', 'reference-invalid'],
      ['0, 1', 'reference-invalid'],
    ],
    shows: [[[3, 7], '3, 7']],
  },
]
