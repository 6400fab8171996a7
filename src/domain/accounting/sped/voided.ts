import type { RowOf } from '../../../server/domain.ts'
import { elementAt, readStoredXml, textAt } from '../../fiscal/core/public.ts'
import { tellsVoided } from './layout/versions.ts'
import type { DocumentWriting } from './ownNotes.ts'

/** Writes the numbers that the store voided in a period that still tells them, each by itself: who they are, and no key. */
export async function writeVoided({ q, lojaId, zone, ambiente, de, ate, lines, flush }: DocumentWriting): Promise<void> {
  if (!tellsVoided(ate)) return
  const { rows } = await q.query<RowOf<'NFe_transmissaos', 'documento'>>(
    `SELECT documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND tipo = 'INUTILIZACAO' AND estado = 'ACEITO' AND ambiente = $2
       AND (decidida_em AT TIME ZONE $3)::date BETWEEN $4::date AND $5::date ORDER BY id`,
    [lojaId, ambiente, zone, de, ate],
  )
  for (const { documento } of rows) {
    if (documento === null) continue
    const info = elementAt(readStoredXml(documento), 'infInut')
    const said = { COD_MOD: textAt(info, 'mod'), SER: textAt(info, 'serie')?.padStart(3, '0') }
    const [first, last] = [Number(textAt(info, 'nNFIni')), Number(textAt(info, 'nNFFin'))]
    for (let number = first; number <= last; number += 1)
      lines.add('C100', { IND_OPER: '1', IND_EMIT: '0', ...said, COD_SIT: '05', NUM_DOC: number })
    await flush()
  }
}
