import type { InsertRecords } from '../../samples/public.ts'
import { cestLines, ncmLines } from './taxTable.ts'

/** Codes of goods and of tax substitution, with their approximate taxes. */
export async function loadTaxTables(insert: InsertRecords): Promise<void> {
  const ncms = ncmLines.map(([id, descricao, nacional, importado, estadual, municipal]) => ({
    id,
    ex: '',
    tipo: 0 as const,
    descricao,
    nacional,
    importado,
    estadual,
    municipal,
  }))
  await insert('ncms', null, ncms)
  await insert(
    'cests',
    null,
    cestLines.map(([id, descricao]) => ({ id, descricao })),
  )
}
