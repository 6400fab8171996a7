/** A success with its value, or a failure with its reason: for what fails in the normal course of a day. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const fail = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
