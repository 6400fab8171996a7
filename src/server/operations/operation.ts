import type { Logger } from 'pino'
import type { OperationInputs, OperationOutputs } from '../../generated/operations.ts'
import type { QuotaName } from '../../model/access/limits.ts'
import type { ProvedAct } from '../../model/access/registerRole.ts'
import type { Model } from '../../model/model.ts'
import type { Caller } from '../access/caller.ts'
import type { RegisterChange } from '../access/registerChange.ts'
import type { Database } from '../database/queries.ts'
import type { Service } from '../service.ts'
import type { WriteContext } from '../write/unitOfWork.ts'
import type { OperationReply } from './operationReply.ts'

/** A JSON Schema (2020-12), as the OpenAPI document shows it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The context of a call that needs no session. */
export interface OpenOperationContext<I> {
  readonly model: Model
  /** Members of address, query and body, checked against the input's schema. */
  readonly input: I
  readonly database: Pick<Database, 'read' | 'readSnapshot'>
  readonly log: Logger
  /** The services of integrations for areas: see `port`. */
  readonly offers: Service['offers']
  /** Where the call comes from: limits count by it. */
  readonly address: string
  /** Aborted when the caller leaves before the answer is there. */
  readonly signal: AbortSignal
  /** The proof of work of the caller's browser: X-Proof. */
  readonly proof?: string | undefined
  /** The context of all writing of this call: the user, the tab, the action that it is part of. */
  readonly writing: WriteContext
}

/** The context of an operation. There is no request and no reply: an answer that is not JSON is an `OperationReply`. */
export interface OperationContext<I> extends OpenOperationContext<I> {
  readonly caller: Caller
  /** Where the caller finds the pages: what services outside send people back to begins with it. */
  readonly pages: string
  /** Tells browsers that see the register of a change that no write of ours made. */
  publish(change: RegisterChange): void
  /** Keeps a file among those of the call's store, where its people see it; gives its address. */
  storeFile(place: readonly string[], bytes: Uint8Array): Promise<string>
}

/** The context of the runtime's own operations. */
export interface RuntimeOperationContext<I> extends OperationContext<I> {
  readonly service: Service
}

/** One business call, declared once: its route, its check and its place in the OpenAPI document come from here. */
export interface Operation<I = never, C = OperationContext<I>, P = unknown, O = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api: `users/convidar`. */
  readonly path: string
  readonly title: string
  /** Gate as in definitions: flags, admin, owner, logged. */
  readonly gate: string
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** The input as the API's document tells it, where what is checked takes more than whoever writes a program needs to know. */
  readonly documented?: JsonSchema
  /** Largest body in bytes, where it is more than that of other calls. */
  readonly largest?: number
  /**
   * Its transactions stand one by one, whatever comes after them, and it is safe to be made again: an Idempotency-Key does not bind
   * all of it into one.
   */
  readonly standsAlone?: boolean
  /** It drops what cannot be stored from texts itself; to other calls such a text is refused. */
  readonly cleansTexts?: boolean
  /** The quota of its store and its person that each call uses up; above it the call is refused. */
  readonly spends?: QuotaName
  /** Only people make it, for themselves: the key of a program is refused (403 `person-needed`). `reauthenticate` says so, too. */
  readonly person?: boolean
  /** A caller from a browser must have proved lately who they are (428 `identity-needed`), and the security log records the call. */
  readonly reauthenticate?: boolean
  /** Its act on the records of a register: it asks for that proof where the register's `reauthenticate` names the act. */
  readonly actsOn?: { readonly register: string; readonly act: ProvedAct }
  /** It writes its own line of the security log, which tells more. */
  readonly notesItself?: boolean
  /** Message codes of its refusals. */
  readonly messages: readonly string[]
  /**
   * Does long work that writes nothing, such as drawing a paper, before any transaction of the call is open, so that no connection waits for it; its
   * result is given to `run`. With an Idempotency-Key it is done again for each call.
   */
  prepare?(running: C): Promise<P>
  run(running: C, prepared: P): Promise<O>
}

/** A call that anybody may make, without a session. */
export interface OpenOperation<I = never, O = unknown> extends Omit<Operation<I>, 'gate' | 'prepare' | 'run'> {
  /** Calls from one address in a minute; more are refused. */
  readonly perMinute: number
  run(running: OpenOperationContext<I>): Promise<O>
}

type Method = Operation['method']

/** Addresses of the product's calls that are this one, or of its pattern (`GET ${string}/cities`); none where all of a path is open. */
type Addresses<Address extends string> = [Extract<`${Method} `, Address>] extends [never]
  ? Extract<keyof OperationInputs, Address>
  : never

/**
 * The input of a call, by method and path, as its schema says: `npm run generate` writes these types from the declarations. Of one that is no call of the
 * product, such as a test's, nothing is known.
 */
export type OperationInput<Address extends string> = [Addresses<Address>] extends [never]
  ? Readonly<Record<string, unknown>>
  : OperationInputs[Addresses<Address>]

/** A value that is sent as such JSON: nobody changes it, a member that is undefined is left out, and an object without members said is any. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { readonly [Key in keyof T]: Sent<T[Key]> | (undefined extends T[Key] ? undefined : never) }
    : T

/** The reply of a call, as its schema says. */
type OperationOutput<Address extends string> = [Addresses<Address>] extends [never]
  ? unknown
  : Sent<OperationOutputs[Addresses<Address>]> | OperationReply

/** An address as a declaration says it. */
interface AddressOf<M extends Method, P extends string> {
  readonly method: M
  readonly path: P
}

/** Declares a call that needs no session; its input is typed by its address. */
export const openOperation = <const M extends Method, const P extends string>(
  declared: OpenOperation<OperationInput<`${M} ${P}`>, OperationOutput<`${M} ${P}`>> & AddressOf<M, P>,
): OpenOperation<OperationInput<`${M} ${P}`>> => declared

/** Declares an operation: its input is typed by its address, `Prepared` is what it prepares. */
export const operation = <const M extends Method, const P extends string, Prepared = unknown>(
  declared: Operation<
    OperationInput<`${M} ${P}`>,
    OperationContext<OperationInput<`${M} ${P}`>>,
    Prepared,
    OperationOutput<`${M} ${P}`>
  > &
    AddressOf<M, P>,
): Operation<OperationInput<`${M} ${P}`>, OperationContext<OperationInput<`${M} ${P}`>>, Prepared> => declared

/** An operation of the runtime itself, which may reach all of the server. */
export type RuntimeOperation<I = never, O = unknown> = Operation<I, RuntimeOperationContext<I>, unknown, O>

/** Declares an operation of the runtime itself. */
export const runtimeOperation = <const M extends Method, const P extends string>(
  declared: RuntimeOperation<OperationInput<`${M} ${P}`>, OperationOutput<`${M} ${P}`>> & AddressOf<M, P>,
): RuntimeOperation<OperationInput<`${M} ${P}`>> => declared
