import type { Model, Rights } from '../model/model.ts'
import type { StoreField } from '../model/own/storeField.ts'
import type { ApiRecord } from './record.ts'

/** Reply of POST users/login. */
export interface LoginReply {
  /** The token, sent as it is in the header Authorization. */
  readonly id: string
  /** Seconds that it lives. */
  readonly ttl: number
  readonly created: string
  readonly userId: number
}

/** A store of the user's list: what the store selector shows. */
export interface StoreCard {
  readonly id: number
  readonly nome_fantasia: string
  readonly cnpj: string | null
  readonly fotoUrl: string | null
}

/** The signed-in user. */
export interface CurrentUser {
  readonly id: number
  readonly email: string
  readonly nome: string
  readonly admin: boolean
  /** When the account was made. */
  readonly createdAt?: string
}

/** The user's link to the store: role and flags. */
export type StorePermission = ApiRecord & { readonly ADMIN: boolean; readonly PROPRIETARIO: boolean }

/** Reply of POST users/configuracao: what a browser needs once somebody has signed in. */
export interface SessionConfiguration {
  readonly usuario: CurrentUser & { readonly lojas: readonly StoreCard[] }
  /** The chosen store, whole; null for a user without stores. */
  readonly loja: (ApiRecord & StoreCard) | null
  readonly permissao: StorePermission
  readonly admin_user: ApiRecord
  /** False when the store's administrator user is inactive or blocked. */
  readonly admin_user_active: boolean
  /** Stores that wait for the user's answer to their invitation. */
  readonly convites: number
  /** False until who signed up has shown that the e-mail is theirs. */
  readonly email_confirmado: boolean
  /** Whether mails of this installation leave by a mail server; without one they are files there. */
  readonly envia_emails: boolean
  /** True while a store asks for a second factor that the user lacks: nothing but setting it up is answered. */
  readonly segundoFatorExigido: boolean
}

/** The problems of the definitions, for people who can mend them. */
export interface DefinitionTrouble {
  /** A line each, with file, line and column. */
  readonly lines: readonly string[]
  /** Whether the last versions that were right are in force in their place; else they are left out. */
  readonly kept: boolean
}

/** Reply of GET model: the definitions as the caller may see them, without what `sentModel` leaves out, and every gate answered. */
export interface ModelReply {
  /** Only for the administrator of the platform, and for everybody while definitions are written. */
  readonly trouble?: DefinitionTrouble
  readonly hash: string
  /** The names and initial values that the store gave fields; absent where it gave none. The Model does not have it: it is the same for all stores. */
  readonly fields?: readonly StoreField[]
  readonly rights: Rights
  readonly model: Model
}

/** Reply of GET publico: the definitions of a page that needs no session. */
export type PublicModelReply = Pick<ModelReply, 'model'>

/** Reply of POST files: where the image is. */
export interface FileReply {
  readonly url: string
}
