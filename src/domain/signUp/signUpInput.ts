/** The input of a visitor about themselves and their shop. */
export interface SignUpInput {
  readonly nome_contato: string
  readonly email: string
  readonly telefone_contato: string
  readonly nome_fantasia: string
  readonly cpf_cnpj: 'cpf' | 'cnpj'
  readonly cnpj: string
  readonly segmentoId: number
  readonly cep: string
  readonly logradouro?: string
  readonly bairro?: string
  readonly cidade?: string
  readonly uf?: string
  readonly codigo_municipio?: string
  readonly numero: string
  readonly complemento?: string
  readonly password: string
  readonly termos: boolean
  readonly termos_versao?: string
  readonly resale_pallas_code?: number
}
