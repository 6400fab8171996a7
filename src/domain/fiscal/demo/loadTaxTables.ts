import type { InsertRecords } from '../../samples/public.ts'
import { cestLines, ncmLines } from './taxTable.ts'

/** Codes of goods with their approximate taxes, which are those of one state, too, and of tax substitution. */
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
    'ibpts',
    null,
    ncms.map(({ id, ...rates }) => ({
      ...rates,
      id: `SP${id}`,
      uf: 'SP',
      codigo: id,
      versao: 'demo',
      fonte: 'Tabela de exemplo',
    })),
  )
  await insert(
    'cests',
    null,
    cestLines.map(([id, descricao]) => ({ id, descricao })),
  )
}
