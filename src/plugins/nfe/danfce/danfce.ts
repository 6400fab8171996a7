/** An item of the paper; numbers as they are printed. */
export interface DanfceItem {
  readonly codigo: string
  readonly descricao: string
  readonly quantidade: string
  readonly unidade: string
  readonly unitario: string
  readonly total: string
}

/** A name and an amount on one line. */
export interface DanfceLine {
  readonly name: string
  readonly value: string
}

/** The authority's proof: of the note, or of its cancellation. */
export interface DanfceProtocol {
  readonly numero: string
  readonly em: string
}

/** The content of the paper of a consumer's note (manual of the DANFE NFC-e), read from its XML and from nothing else. */
export interface Danfce {
  readonly emitente: { readonly nome: string; readonly documento: string; readonly inscricao: string; readonly endereco: string }
  readonly itens: readonly DanfceItem[]
  readonly totais: readonly DanfceLine[]
  readonly aPagar: string
  readonly pagamentos: readonly DanfceLine[]
  readonly troco: string | undefined
  /** Where the key is asked for. */
  readonly consulta: string
  /** In groups of four, on two lines. */
  readonly chave: readonly string[]
  readonly consumidor: readonly string[]
  readonly numero: string
  readonly serie: string
  readonly emissao: string
  readonly autorizacao: DanfceProtocol | undefined
  readonly cancelamento: DanfceProtocol | undefined
  readonly homologacao: boolean
  /** Issued offline (`tpEmis` 9). */
  readonly contingencia: boolean
  readonly qrCode: string | undefined
  readonly tributos: readonly DanfceLine[]
  readonly mensagens: readonly string[]
}

/** A note that has no paper yet: neither is it authorised, nor was it issued offline. */
export const hasPaper = ({ autorizacao, contingencia }: Danfce): boolean => autorizacao !== undefined || contingencia
