import fc from 'fast-check'
import definitions from '../../schemas/kinds.json' with { type: 'json' }
import type { Choice, KindName, Refinement, Value, ValueOptions } from './kind.ts'
import { completeCnpj, completeCpf } from './taxId/digits.ts'

/** A field of some kind, the values that it may hold, and texts with what they must mean: what the contract tests run over. */
export interface Case {
  readonly name: string
  readonly o: ValueOptions
  readonly values: fc.Arbitrary<Value>
  /** Typed texts (or values of a body) and their values. */
  readonly reads?: readonly (readonly [text: string, value: Value])[]
  /** Texts that give this problem, in reading or in checking. */
  readonly refuses?: readonly (readonly [text: string, code: string])[]
  /** Values and the text that people see. */
  readonly shows?: readonly (readonly [value: Value, text: string])[]
  /** The shown text leaves something out, so it cannot be read back. */
  readonly lossy?: boolean
}

type Written = Omit<Refinement, 'choices' | 'kind'> & { kind: string; choices?: { const: string | number; title: string }[] }

/** A refinement of schemas/kinds.json, as the model reads it. */
export const refinement = (name: string): Refinement => {
  const written = (definitions.refinements as unknown as Record<string, Written>)[name]
  if (!written) throw new Error(`no refinement ${name}`)
  const { choices, kind, ...rest } = written
  const options: Choice[] | undefined = choices?.map(choice => ({ value: choice.const, title: choice.title }))
  return { ...rest, kind: kind as KindName, ...(options ? { choices: options } : {}) }
}

const of = (kind: KindName, more: Partial<ValueOptions> = {}): ValueOptions => ({
  kind,
  required: false,
  zone: 'America/Sao_Paulo',
  ...more,
})

const refined = (name: string, more: Partial<ValueOptions> = {}): ValueOptions => {
  const refine = refinement(name)
  return of(refine.kind, { refinement: name, refine, ...more })
}

/** Decimals with these places, of at most `digits` digits. */
const decimals = (places: number, digits = 15): fc.Arbitrary<number> =>
  fc.maxSafeInteger().map(whole => {
    const kept = whole % 10 ** digits
    return kept === 0 ? 0 : Number(`${kept}e-${places}`)
  })

/** Well-formed trimmed text of up to `most` characters. */
const plain = (most: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.floor(most / 4) || 1 })
    .map(text => text.normalize('NFC').replace(/\p{C}/gu, '').trim())
    .filter(text => text !== '')

const digits = (least: number, most = least): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most })

const moments = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString())

const days = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

const times = fc.tuple(fc.nat(23), fc.nat(59)).map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))

const cpfs = digits(9)
  .filter(base => !/^(.)\1+$/.test(base))
  .map(completeCpf)
const cnpjs = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 12, maxLength: 12 })
  .filter(base => !/^(.)\1+$/.test(base))
  .map(completeCnpj)

const eans = fc
  .constantFrom(7, 11, 12, 13)
  .chain(length => digits(length))
  .map(base => {
    const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
    return `${base}${(10 - (sum % 10)) % 10}`
  })

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

const numbers: readonly Case[] = [
  {
    name: 'integer',
    o: of('integer'),
    values: fc.integer(),
    reads: [
      ['1.234', 1234],
      ['-7', -7],
      ['12,00', 12],
      [' 0007 ', 7],
      ['1.234.567', 1234567],
    ],
    refuses: [
      ['12,5', 'integer-invalid'],
      ['doze', 'number-invalid'],
      ['2147483648', 'maximum'],
      ['1e3', 'number-invalid'],
    ],
    shows: [
      [1234567, '1.234.567'],
      [-5, '-5'],
      [0, '0'],
    ],
  },
  { name: 'integer of 64 bits', o: of('integer', { max: 999_999_999_999_999 }), values: decimals(0) },
  {
    name: 'integer with limits',
    o: of('integer', { min: 1, max: 31 }),
    values: fc.integer({ min: 1, max: 31 }),
    refuses: [
      ['0', 'minimum'],
      ['32', 'maximum'],
    ],
  },
  {
    name: 'decimal',
    o: of('decimal'),
    values: decimals(3),
    reads: [
      ['1,5', 1.5],
      ['1.5', 1.5],
      ['0.500', 0.5],
      ['1.234', 1.234],
      ['1.234,567', 1234.567],
      [',5', 0.5],
    ],
    refuses: [
      ['1,2345', 'decimals'],
      ['1,2,3', 'number-invalid'],
      ['1.23.4', 'number-invalid'],
      ['1234567890123456', 'number-invalid'],
    ],
    shows: [
      [1.5, '1,500'],
      [-1234.5, '-1.234,500'],
      [0, '0,000'],
    ],
  },
  { name: 'decimal of 6 places', o: of('decimal', { decimals: 6 }), values: decimals(6) },
  {
    name: 'money',
    o: of('money', { min: 0, max: 9_999_999_999.99 }),
    values: decimals(2, 12).map(Math.abs),
    reads: [
      ['19,9', 19.9],
      ['1.234,56', 1234.56],
      ['1234.56', 1234.56],
      ['R$ 3,00', 3],
      ['1.234', 1234],
      ['9.999.999.999,99', 9999999999.99],
    ],
    refuses: [
      ['19,999', 'decimals'],
      ['-1', 'minimum'],
      ['10.000.000.000,00', 'maximum'],
      ['R$', 'number-invalid'],
    ],
    shows: [
      [19.9, 'R$\u00a019,90'],
      [9999999999.99, 'R$\u00a09.999.999.999,99'],
    ],
  },
  {
    name: 'money of 4 places',
    o: of('money', { decimals: 4 }),
    values: decimals(4),
    shows: [
      [1.5, 'R$\u00a01,5000'],
      [-1.5, '-R$\u00a01,5000'],
    ],
  },
  {
    name: 'percent',
    o: of('percent'),
    values: decimals(2),
    reads: [
      ['12,5%', 12.5],
      ['12.5', 12.5],
      ['7 %', 7],
    ],
    refuses: [['1,234', 'decimals']],
    shows: [[12.5, '12,50%']],
  },
]

const moment: readonly Case[] = [
  {
    name: 'date',
    o: of('date'),
    values: days,
    reads: [
      ['31/01/2026', '2026-01-31'],
      ['1/2/26', '2026-02-01'],
      ['15/03/68', '1968-03-15'],
      ['31012026', '2026-01-31'],
      ['29/02/2024', '2024-02-29'],
    ],
    refuses: [
      ['31/02/2026', 'date-invalid'],
      ['29/02/2026', 'date-invalid'],
      ['01/13/2026', 'date-invalid'],
      ['hoje', 'date-invalid'],
    ],
    shows: [['2026-01-31', '31/01/2026']],
  },
  {
    name: 'dateTime',
    o: of('dateTime'),
    values: moments,
    lossy: true,
    reads: [
      ['31/01/2026 09:30', '2026-01-31T12:30:00.000Z'],
      ['31/01/2026', '2026-01-31T03:00:00.000Z'],
      ['31/01/2026 às 9h', '2026-01-31T12:00:00.000Z'],
      ['2026-01-31T09:30:00-03:00', '2026-01-31T12:30:00.000Z'],
      ['04/11/2018 00:30', '2018-11-04T03:30:00.000Z'],
      ['17/02/2018 23:30', '2018-02-18T01:30:00.000Z'],
      ['17/02/2018 23:30 -03:00', '2018-02-18T02:30:00.000Z'],
    ],
    refuses: [
      ['31/01/2026 25:00', 'date-time-invalid'],
      ['32/01/2026 10:00', 'date-time-invalid'],
      ['amanhã', 'date-time-invalid'],
    ],
    shows: [
      ['2026-01-31T02:59:59.999Z', '30/01/2026 23:59'],
      ['2026-01-31T03:00:00.000Z', '31/01/2026 00:00'],
    ],
  },
  {
    name: 'time',
    o: of('time'),
    values: times,
    reads: [
      ['9:30', '09:30'],
      ['9h', '09:00'],
      ['9h30', '09:30'],
      ['0930', '09:30'],
      ['23:59:59', '23:59'],
    ],
    refuses: [
      ['24:00', 'time-invalid'],
      ['9:60', 'time-invalid'],
      ['cedo', 'time-invalid'],
    ],
  },
  {
    name: 'weekdays',
    o: of('weekdays'),
    values: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    reads: [
      ['seg, qua e sex', [1, 3, 5]],
      ['Segunda a Sexta', [1, 2, 3, 4, 5]],
      ['sábado', [6]],
      ['sex a dom', [0, 5, 6]],
      ['1,3', [1, 3]],
      ['Todos os dias', [0, 1, 2, 3, 4, 5, 6]],
      ['segunda-feira', [1]],
      ['seg-sex', [1, 2, 3, 4, 5]],
    ],
    refuses: [
      ['feriado', 'weekday-invalid'],
      ['7', 'weekday-invalid'],
    ],
    shows: [
      [[1, 2, 3, 4, 5], 'Seg a Sex'],
      [[0, 6], 'Dom, Sáb'],
      [[0, 1, 2, 3, 4, 5, 6], 'Todos os dias'],
    ],
  },
]

const closed: readonly Case[] = [
  {
    name: 'boolean',
    o: of('boolean'),
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
    o: of('choice', { choices: numbered }),
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
    o: of('choice', { choices: lettered }),
    values: fc.constantFrom(...lettered.map(choice => choice.value)),
    reads: [
      ['0', '00'],
      ['10', '10'],
      ['outros', '900'],
    ],
    refuses: [['99', 'choice-invalid']],
  },
  {
    name: 'uf',
    o: refined('uf'),
    values: fc.constantFrom('SP', 'RJ', 'AC', 'TO'),
    reads: [['sp', 'SP']],
    refuses: [
      ['XX', 'uf-invalid'],
      ['EX', 'uf-invalid'],
    ],
  },
  {
    name: 'reference',
    o: of('reference', { reference: { to: 'grupos', as: 'grupo', textKey: false, from: 0, onRemove: 'refuse' } }),
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
    o: of('reference', { reference: { to: 'ncms', as: 'ncm', textKey: true, from: 3, onRemove: 'refuse' } }),
    values: digits(8),
    reads: [['02012000', '02012000']],
  },
]

const taxIds: readonly Case[] = [
  {
    name: 'taxId',
    o: of('taxId'),
    values: fc.oneof(cpfs, cnpjs),
    reads: [
      // The examples of the revenue service and of Serpro's note on the CNPJ with letters.
      ['529.982.247-25', '52998224725'],
      ['111.444.777-35', '11144477735'],
      ['123.456.789-09', '12345678909'],
      ['000.000.001-91', '00000000191'],
      ['11.222.333/0001-81', '11222333000181'],
      ['00.000.000/0001-91', '00000000000191'],
      ['33.000.167/0001-01', '33000167000101'],
      ['12.ABC.345/01DE-35', '12ABC34501DE35'],
      ['12abc34501de35', '12ABC34501DE35'],
    ],
    refuses: [
      ['529.982.247-26', 'cpf-invalid'],
      ['111.111.111-11', 'cpf-invalid'],
      ['1114447773A', 'cpf-invalid'],
      ['11.222.333/0001-82', 'cnpj-invalid'],
      ['00.000.000/0000-00', 'cnpj-invalid'],
      ['12.ABC.345/01DE-36', 'cnpj-invalid'],
      ['12.ABC.345/01DE-3A', 'cnpj-invalid'],
      ['123', 'tax-id-invalid'],
    ],
    shows: [
      ['52998224725', '529.982.247-25'],
      ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    ],
  },
  { name: 'cpf', o: refined('cpf'), values: cpfs, refuses: [['11222333000181', 'cpf-invalid']] },
  { name: 'cnpj', o: refined('cnpj'), values: cnpjs, refuses: [['52998224725', 'cnpj-invalid']] },
]

const texts: readonly Case[] = [
  {
    name: 'text',
    o: of('text', { minLength: 1, maxLength: 100 }),
    values: plain(100),
    reads: [
      ['  Pão de queijo ', 'Pão de queijo'],
      ['a\u0000b', 'ab'],
    ],
    refuses: [['x'.repeat(101), 'too-long']],
  },
  {
    name: 'text with a pattern',
    o: of('text', { pattern: '^(\\d+|ISENTO)$', messages: { pattern: 'ie-invalid' } }),
    values: digits(1, 14),
    refuses: [['12.3', 'ie-invalid']],
  },
  {
    name: 'lines',
    o: refined('lines', { maxLength: 500 }),
    values: fc.array(plain(60), { minLength: 1, maxLength: 4 }).map(lines => lines.join('\n')),
    reads: [['a\r\nb', 'a\nb']],
  },
  {
    name: 'secret',
    o: refined('secret'),
    values: plain(40),
    lossy: true,
    reads: [[' a b ', ' a b ']],
    shows: [['abc', '••••••']],
  },
  {
    name: 'color',
    o: refined('color'),
    values: fc.constantFrom('#00ff7a', '#ffffff'),
    reads: [['#1F7A6B', '#1f7a6b']],
    refuses: [['red', 'colour-invalid']],
  },
  {
    name: 'email',
    o: refined('email'),
    values: fc.constantFrom('admin@demo.com.br', 'joao.silva+loja@exemplo.com', 'ação@correio.com.br'),
    reads: [[' Dono@Demo.com.br ', 'dono@demo.com.br']],
    refuses: [
      ['demo.com.br', 'email-invalid'],
      ['a@b', 'email-invalid'],
      ['a b@c.com', 'email-invalid'],
      ['a@b..com', 'email-invalid'],
    ],
  },
  {
    name: 'url',
    o: refined('url'),
    values: fc.webUrl(),
    refuses: [
      ['www.exemplo.com', 'url-invalid'],
      ['javascript:alert(1)', 'url-invalid'],
    ],
  },
  {
    name: 'digits',
    o: refined('digits'),
    values: fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }).map(String),
    reads: [
      ['007', '7'],
      ['0', '0'],
      ['COD 12', '12'],
      ['999999999999999999', '999999999999999999'],
    ],
    refuses: [
      ['-5', 'digits-only'],
      ['12a', 'digits-only'],
      ['1234567890123456789', 'digits-only'],
    ],
  },
  {
    name: 'cep',
    o: refined('cep'),
    values: digits(8),
    reads: [['01310-100', '01310100']],
    refuses: [['0131010', 'cep-invalid']],
    shows: [['01310100', '01310-100']],
  },
  {
    name: 'phone',
    o: refined('phone'),
    values: fc.oneof(
      digits(8).map(rest => `119${rest}`),
      digits(7).map(rest => `213${rest}`),
      digits(7).map(rest => `0800${rest}`),
    ),
    reads: [
      ['(11) 98765-4321', '11987654321'],
      ['+55 11 3456-7890', '1134567890'],
      ['+55 (11) 98765-4321', '11987654321'],
      ['4004-1234', '40041234'],
    ],
    refuses: [
      ['98765-4321', 'phone-invalid'],
      ['(01) 98765-4321', 'phone-invalid'],
      ['11 98765-43210', 'phone-invalid'],
    ],
    shows: [
      ['11987654321', '(11) 98765-4321'],
      ['1134567890', '(11) 3456-7890'],
    ],
  },
  {
    name: 'ncm',
    o: refined('ncm'),
    values: digits(8, 9),
    reads: [
      ['2402.20.00', '24022000'],
      ['NCM 24022000', '24022000'],
    ],
    refuses: [['2402', 'ncm-invalid']],
    shows: [['24022000', '2402.20.00']],
  },
  {
    name: 'cest',
    o: refined('cest'),
    values: digits(7),
    reads: [
      ['cest_0100100', '0100100'],
      ['01.001.00', '0100100'],
    ],
    refuses: [['123', 'cest-invalid']],
    shows: [['0100100', '01.001.00']],
  },
  {
    name: 'cfop',
    o: refined('cfop'),
    values: fc.integer({ min: 1000, max: 9999 }).map(String),
    reads: [['5.102', '5102']],
    refuses: [['0999', 'cfop-invalid']],
  },
  {
    name: 'ean',
    o: refined('ean'),
    values: eans,
    reads: [
      ['4006381333931', '4006381333931'],
      ['96385074', '96385074'],
      ['036000291452', '036000291452'],
      ['10614141000415', '10614141000415'],
    ],
    refuses: [
      ['4006381333932', 'ean-invalid'],
      ['123', 'ean-invalid'],
    ],
  },
  {
    name: 'image',
    o: of('image'),
    values: fc.constantFrom('/files/1/produtos/0b/pao.webp', 'https://exemplo.com/a.png'),
    refuses: [
      ['javascript:alert(1)', 'image-invalid'],
      ['/etc/passwd', 'image-invalid'],
      ['data:text/html,x', 'image-invalid'],
    ],
  },
]

export const cases: readonly Case[] = [...numbers, ...moment, ...closed, ...taxIds, ...texts]
