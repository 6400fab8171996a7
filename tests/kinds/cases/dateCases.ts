import fc from 'fast-check'
import { fieldOfKind, type KindCase } from './kindCase.ts'

const instants = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString())

const days = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

const times = fc.tuple(fc.nat(23), fc.nat(59)).map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))

export const dateCases: readonly KindCase[] = [
  {
    name: 'date',
    o: fieldOfKind('date'),
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
    o: fieldOfKind('dateTime'),
    values: instants,
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
    o: fieldOfKind('time'),
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
    o: fieldOfKind('weekdays'),
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
