import { isRecord } from '../../base/record.ts'
/** An address as people look it up by CEP: the members that the documents name. */
export interface FoundAddress {
  readonly cep: string
  readonly logradouro: string
  readonly bairro: string
  readonly localidade: string
  readonly uf: string
  /** Code of the municipality. */
  readonly ibge: string
}

/** The answer of ViaCEP's contract: the address, undefined where it says that there is none, a problem where it says neither. */
export function readAddress(answer: unknown): { readonly found: FoundAddress | undefined } | 'malformed' {
  if (!isRecord(answer)) return 'malformed'
  const { erro, ...said } = answer
  if (erro === true || erro === 'true') return { found: undefined }
  const { cep, localidade, uf } = said
  if (typeof cep !== 'string' || typeof localidade !== 'string' || typeof uf !== 'string') return 'malformed'
  if (!/^\d{5}-?\d{3}$/.test(cep) || !/^[A-Z]{2}$/.test(uf)) return 'malformed'
  const { logradouro, bairro, ibge } = said
  return {
    found: { cep, logradouro: text(logradouro), bairro: text(bairro), localidade: text(localidade), uf, ibge: text(ibge) },
  }
}

const LONGEST = 255

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, LONGEST) : '')
