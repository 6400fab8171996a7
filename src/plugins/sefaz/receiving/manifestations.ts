import type { ManifestationType } from '../../../domain/fiscal/core/public.ts'
import type { RecordOf } from '../../../server/plugin.ts'

/** The changes of a note's record by a manifestation. */
interface ManifestationMark {
  /** Told in the list. */
  readonly state: NonNullable<RecordOf<'nfes'>['manifestacao']>
  /** Field that it sets; its moment stands in the same with `_em`. */
  readonly flag: 'cienciaOperacao' | 'confirmacaoOperacao' | 'desconhecimentoOperacao' | 'operacaoNaoRealizada'
}

export const manifestationMarks: Readonly<Record<ManifestationType, ManifestationMark>> = {
  '210210': { state: 'CIENCIA', flag: 'cienciaOperacao' },
  '210200': { state: 'CONFIRMACAO', flag: 'confirmacaoOperacao' },
  '210220': { state: 'DESCONHECIMENTO', flag: 'desconhecimentoOperacao' },
  '210240': { state: 'NAO_REALIZADA', flag: 'operacaoNaoRealizada' },
}

/** Tells whether a text is the code of a manifestation. */
export const isManifestation = (code: string | undefined): code is ManifestationType =>
  code !== undefined && Object.hasOwn(manifestationMarks, code)
