import { expect, test } from 'vitest'
import { shippedLaw } from '../../rates/shippedLaw.ts'
import { calculateNote } from './calculateNote.ts'
import type { NoteHeader, NoteItem } from './noteRecord.ts'
import { type TaxClassRow, taxClassesOn } from './taxClass.ts'
import { taxLawOn } from './taxLaw.ts'

const row = (id: string, values: Partial<TaxClassRow> = {}): TaxClassRow => ({
  ...{
    id,
    cst: id.slice(0, 3),
    red_ibs: 0,
    red_cbs: 0,
    nfe: true,
    nfce: true,
    vigencia_inicio: '2026-01-01',
    vigencia_fim: null,
  },
  ...values,
})
const day = '2026-11-20'

test('a class is what its row says, and without a row not known', () => {
  const find = taxClassesOn(
    [row('200047', { red_ibs: 45, red_cbs: 30 }), row('200099', { red_ibs: 12.5, red_cbs: 12.5 })],
    day,
    '65',
  )
  expect(find('200047')).toEqual({ pRedIBS: 45, pRedCBS: 30, taxed: true })
  expect(find('200099')).toEqual({ pRedIBS: 12.5, pRedCBS: 12.5, taxed: true })
  expect(find('200034')).toBeUndefined()
})

test('a class holds from its first day to its last one', () => {
  const rows = [row('200047', { vigencia_inicio: '2026-03-01', vigencia_fim: '2026-11-20' })]
  const known = (on: string): boolean => taxClassesOn(rows, on, '65')('200047') !== undefined
  expect(['2026-02-28', '2026-03-01', '2026-11-20', '2026-11-21'].map(known)).toEqual([false, true, true, false])
})

test('a class that notes of the model may not have is not known', () => {
  const rows = [row('410003', { nfce: false })]
  expect(taxClassesOn(rows, day, '65')('410003')).toBeUndefined()
  expect(taxClassesOn(rows, day, '55')('410003')).toEqual({ pRedIBS: 0, pRedCBS: 0, taxed: false })
})

test.each(['011001', '220001', '510001', '620001', '999999'])('%s: how it is taxed is not guessed', id => {
  expect(taxClassesOn([row(id)], day, '55')(id)).toBeUndefined()
})

test('a note is worked out by the table that it is given', () => {
  const header: NoteHeader = {
    emitida_em: day,
    regime: 3,
    uf_emitente: 'SP',
    uf_destinatario: 'SP',
    consumidor: true,
    identificador_ie_dest: 9,
    pis_cofins_sem_icms: true,
  }
  const item: NoteItem = {
    quantidade: 1,
    valor_unitario: 1000,
    icms_cst: '40',
    pis_cst: '06',
    cofins_cst: '06',
    ibscbs_cclasstrib: '200047',
  }
  const of = (rows: readonly TaxClassRow[]) =>
    calculateNote(header, [item], taxLawOn({ ...shippedLaw(), classes: rows }, { day, modelo: '65', regime: 3, uf: 'SP' }))
  expect(of([]).problems).toEqual([{ item: 0, code: 'tax-class-unknown' }])
  expect(of([row('200047', { red_ibs: 40, red_cbs: 40 })]).items[0]).toMatchObject({ ibs_uf_v: 0.6, cbs_v: 5.4 })
  expect(of([row('200047', { red_ibs: 50, red_cbs: 20 })]).items[0]).toMatchObject({ ibs_uf_v: 0.5, cbs_v: 7.2 })
  expect(of([row('200047', { vigencia_fim: '2026-06-30' })]).problems).toEqual([{ item: 0, code: 'tax-class-unknown' }])
})
