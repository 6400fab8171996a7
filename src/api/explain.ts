import type { Rights } from '../model/model.ts'

/** Something that somebody lacks. */
export interface MissingRight {
  readonly tipo: 'flag' | 'papel' | 'recurso'
  readonly nome: string
  readonly titulo: string
}

/** One thing that is not seen, or not open, and why. */
export interface ExplainedItem {
  readonly tipo: 'tela' | 'menu' | 'ato' | 'acao' | 'parte' | 'coluna' | 'campo' | 'lista' | 'registro'
  readonly nome: string
  readonly titulo: string
  /** The gate or condition as the definition has it. */
  readonly regra: string | null
  readonly motivo: string
  readonly falta: readonly MissingRight[]
}

export type ExplainedRole = 'administrador' | 'proprietario' | 'funcionario'

/** For whom the screen was explained; without a user, for anybody of the role. */
export interface ExplainTarget {
  readonly userId: number | null
  readonly nome: string
  readonly papel: ExplainedRole
}

/** Reply of GET explicar. */
export interface ExplainReply {
  readonly alvo: ExplainTarget
  readonly tela: { readonly path: string; readonly title: string; readonly register: string | null; readonly id: string | null }
  readonly aberta: boolean
  readonly itens: readonly ExplainedItem[]
}

/** Reply of GET explicar/direitos. */
export interface RightsOfOtherReply {
  readonly alvo: ExplainTarget
  readonly rights: Rights
}

/** Reply of GET explicar/acesso. */
export interface OwnAccessReply {
  /** Title of a page that is closed to the user; null where it is open, is none, or is no owner's. */
  readonly fechada: string | null
  /** The rights that the user lacks, in words. */
  readonly motivo: string | null
  /** The rights to ask the owner for: `a permissão “Cadastros”`; null where no owner can give them. */
  readonly pedir: string | null
}
