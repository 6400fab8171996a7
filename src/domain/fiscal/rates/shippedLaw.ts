import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, recordsIn } from '../../../base/record.ts'
import type { LawPlace, LawRows, NoteHeader, OperationRow, TaxLaw } from '../core/public.ts'
import { draftText, numberIn, taxLawOn } from '../core/public.ts'

const folder = join(import.meta.dirname, '../../../../schemas/registers/admin')

let read: LawRows | undefined

/** The law that the registers of a new installation start with: for whoever has no database, such as the check of files. */
export function shippedLaw(): LawRows {
  const dated = (row: Record<string, unknown>) => ({
    vigencia_inicio: draftText(row.vigencia_inicio),
    vigencia_fim: draftText(row.vigencia_fim) || null,
  })
  read ??= {
    classes: startingRows('cclasstribs').map(row => ({
      id: draftText(row.id),
      cst: draftText(row.cst),
      red_ibs: numberIn(row.red_ibs),
      red_cbs: numberIn(row.red_cbs),
      nfe: row.nfe === true,
      nfce: row.nfce === true,
      ...dated(row),
    })),
    rates: startingRows('aliquotas_ibscbs').map(row => ({
      tributo: draftText(row.tributo),
      local: draftText(row.local),
      classe: draftText(row.classe),
      aliquota: numberIn(row.aliquota),
      ...dated(row),
    })),
    limits: startingRows('limites_fiscais').map(row => ({
      limite: draftText(row.limite),
      uf: draftText(row.uf),
      valor: numberIn(row.valor),
      ...dated(row),
    })),
    rules: startingRows('regras_fiscais').map(row => ({
      regra: draftText(row.regra),
      regime: numberIn(row.regime),
      ativa: row.ativa === true,
      ...dated(row),
    })),
  }
  return read
}

let operations: readonly OperationRow[] | undefined

/** The operations that the register of a new installation starts with. */
export function shippedOperations(): readonly OperationRow[] {
  operations ??= startingRows('cfops').map(row => ({
    id: draftText(row.id),
    entrada: draftText(row.entrada) || null,
    devolucao: draftText(row.devolucao) || null,
    vigencia_inicio: draftText(row.vigencia_inicio) || null,
    vigencia_fim: draftText(row.vigencia_fim) || null,
  }))
  return operations
}

/** The shipped law of an NF-e within a state, by its header. */
export const shippedLawFor = ({ emitida_em: day, regime, uf_destinatario: uf }: NoteHeader): TaxLaw =>
  shippedLawOf({ day, modelo: '55', regime, uf })

/** The shipped law of a note in a place. */
export const shippedLawOf = (place: LawPlace): TaxLaw => taxLawOn(shippedLaw(), place)

function startingRows(name: string): Record<string, unknown>[] {
  const definition: unknown = JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8'))
  const register = isRecord(definition) && isRecord(definition.register) ? definition.register : {}
  return Array.isArray(register.seed) ? recordsIn(register.seed) : []
}
