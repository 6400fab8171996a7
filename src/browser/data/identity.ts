import { forgetFirstCalls } from './first/firstCalls.ts'
import { readStorage, readTabStorage, writeStorage, writeTabStorage } from './storage.ts'

/*
 * The identity of this tab: the token and the chosen store, kept in local storage so that a reload and further tabs go on, and an origin that tells
 * our own changes from those of others.
 */

const tokenKey = 'token'
const storeKey = 'lojaId'

export const token = (): string | undefined => readStorage(tokenKey)
export function saveToken(value: string | undefined): void {
  forgetFirstCalls()
  writeStorage(tokenKey, value)
}

/** Calls back when another tab logs in or out. */
export function onTokenChange(act: (token: string | undefined) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === tokenKey) act(event.newValue ?? undefined)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

// Each tab stays in its own store though another one switches, over a reload too: what is on screen must be what is saved.
let chosen = readStoreId()

function readStoreId(): number | undefined {
  const id = Number(readTabStorage(storeKey) ?? readStorage(storeKey))
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** The store in which calls are made. */
export const storeId = (): number | undefined => chosen

export function saveStoreId(id: number | undefined): void {
  chosen = id
  writeTabStorage(storeKey, id === undefined ? undefined : String(id))
  writeStorage(storeKey, id === undefined ? undefined : String(id))
}

/** Random name of this tab. `randomUUID` is absent on plain http addresses of a local network. */
export const tabId: string = [...crypto.getRandomValues(new Uint8Array(8))]
  .map(byte => byte.toString(16).padStart(2, '0'))
  .join('')
