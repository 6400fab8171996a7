import { isCnpj, isCpf } from '../../../../kinds/taxId/digits.ts'
import { gtinOf, stateOfMunicipality } from '../../../fiscal/core/public.ts'
import { dayOfField, type Row, type SpedFacts } from './spedRow.ts'

const brazil = new Set(['1058', '01058'])

/** Finds what the guide refuses in fields of block 0. */
export function openingProblems(reg: string, row: Row, facts: SpedFacts): string[] {
  if (reg === '0000') return ownerProblems(row)
  if (reg === '0150') return participantProblems(row)
  if (reg === '0200') return itemProblems(row, facts)
  return []
}

const said = (wrong: boolean, problem: string): string[] => (wrong ? [problem] : [])

function ownerProblems({ COD_FIN, DT_INI, DT_FIN, CNPJ, CPF, UF, COD_MUN, IND_PERFIL, IND_ATIV }: Row): string[] {
  const [from, to] = [dayOfField(DT_INI), dayOfField(DT_FIN)]
  return [
    ...said(!/^[01]$/.test(COD_FIN ?? ''), `0000 COD_FIN is ${COD_FIN}`),
    ...said(!from || !to || from > to || from.slice(0, 7) !== to.slice(0, 7), '0000 is not of days of one month'),
    ...taxIdProblems('0000', CNPJ, CPF),
    ...said(stateOfMunicipality(COD_MUN) !== UF, `0000 COD_MUN is of another state than ${UF}`),
    ...said(!/^[ABC]$/.test(IND_PERFIL ?? ''), `0000 IND_PERFIL is ${IND_PERFIL}`),
    ...said(!/^[01]$/.test(IND_ATIV ?? ''), `0000 IND_ATIV is ${IND_ATIV}`),
  ]
}

/** One of both, with its check digits. */
function taxIdProblems(reg: string, cnpj = '', cpf = ''): string[] {
  if ((cnpj === '') === (cpf === '')) return [`${reg} has to have either CNPJ or CPF`]
  return said(cnpj === '' ? !isCpf(cpf) : !isCnpj(cnpj), `${reg}: ${cnpj || cpf} is no CNPJ or CPF`)
}

function participantProblems({ COD_PART, COD_PAIS, CNPJ, CPF, COD_MUN }: Row): string[] {
  const name = `0150 ${COD_PART}`
  if (!brazil.has(COD_PAIS ?? '')) return said(CNPJ !== '' || CPF !== '', `${name} is of another country and has CNPJ or CPF`)
  return [
    ...taxIdProblems(name, CNPJ, CPF),
    ...said(stateOfMunicipality(COD_MUN) === undefined, `${name}: ${COD_MUN} is no municipality`),
  ]
}

/** Kinds of items (table of field 7). */
const kinds = /^(0\d|10|99)$/

function itemProblems({ COD_ITEM, COD_BARRA, TIPO_ITEM, COD_NCM, COD_GEN }: Row, { owner }: SpedFacts): string[] {
  const name = `0200 ${COD_ITEM}`
  return [
    ...said(!kinds.test(TIPO_ITEM ?? ''), `${name}: TIPO_ITEM is ${TIPO_ITEM}`),
    ...said(COD_BARRA !== '' && gtinOf(COD_BARRA ?? '') === undefined, `${name}: ${COD_BARRA} is no GTIN`),
    ...said(
      COD_NCM !== '' && COD_GEN !== '' && !COD_NCM?.startsWith(COD_GEN ?? ''),
      `${name}: COD_GEN is not that of ${COD_NCM}`,
    ),
    ...said(owner.IND_ATIV === '0' && COD_NCM === '' && /^0[0-6]$/.test(TIPO_ITEM ?? ''), `${name} lacks COD_NCM`),
  ]
}
