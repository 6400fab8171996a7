import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Model } from '../../model/model.ts'
import type { Caller, Service } from '../access/caller.ts'
import type { WriteAction } from '../write/writeAction.ts'

/** A JSON Schema (2020-12), as the OpenAPI document shows it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What an operation works with. */
export interface OperationContext<I> {
  readonly service: Service
  readonly model: Model
  readonly caller: Caller
  /** Members of address, query and body, checked against the input's schema. */
  readonly input: I
  readonly origin?: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What a writing call belongs to. */
  readonly action?: WriteAction
}

/** One business call, declared once: its route, its check and its place in the OpenAPI document come from here. */
export interface Operation<I = never> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api: `users/convidar`. */
  readonly path: string
  readonly title: string
  /** Gate as in definitions: flags, admin, owner, logged. */
  readonly gate: string
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** Largest body in bytes, where it is more than that of other calls. */
  readonly largest?: number
  /** It drops what cannot be stored from texts itself; to other calls such a text is refused. */
  readonly cleansTexts?: boolean
  /** Message codes of its refusals. */
  readonly messages: readonly string[]
  run(running: OperationContext<I>): Promise<unknown>
}

/** A call that anybody may make, without a session. */
export interface OpenOperation<I = never> extends Omit<Operation<I>, 'gate' | 'run'> {
  /** Calls from one address in a minute; more are refused. */
  readonly perMinute: number
  run(running: Omit<OperationContext<I>, 'caller' | 'action' | 'origin'>): Promise<unknown>
}

/** Declares a call that needs no session. */
export const openOperation = <I>(declared: OpenOperation<I>): OpenOperation<I> => declared

/** Declares an operation; `I` is what its input schema describes. */
export const operation = <I>(declared: Operation<I>): Operation<I> => declared
