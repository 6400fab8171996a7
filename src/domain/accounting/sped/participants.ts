import { type DocumentElement, elementAt, textAt } from '../../fiscal/core/public.ts'
import type { Participant } from './references.ts'

/** Issuer or recipient of a note; known by its tax number, or by what a foreigner is known by. */
export function participantOf(party: DocumentElement | undefined, place: 'enderEmit' | 'enderDest'): Participant {
  const said = (path: string): string => textAt(party, path) ?? ''
  const at = (name: string): string => textAt(elementAt(party, place), name) ?? ''
  const foreign = at('UF') === 'EX'
  return {
    // Somebody abroad may have no number: then the name tells one from another.
    codigo: said('CNPJ') || said('CPF') || `EX${said('idEstrangeiro') || said('xNome')}`.slice(0, 60),
    nome: said('xNome') || 'SEM NOME',
    pais: at('cPais'),
    inscricao: said('IE'),
    municipio: foreign ? '' : at('cMun'),
    logradouro: at('xLgr') || 'NAO INFORMADO',
    numero: at('nro'),
    complemento: at('xCpl'),
    bairro: at('xBairro'),
  }
}
