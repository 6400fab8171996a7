import type { ModelReply, SessionConfiguration } from '../../api/session.ts'
import { CallError, call } from './api.ts'
import { rememberStoreName } from './first/firstCalls.ts'
import { saveStoreId, storeId } from './identity.ts'
import type { ClientSession } from './session.tsx'

export type LoadedSession = Omit<ClientSession, 'switchStore' | 'reload' | 'logout'>

/**
 * Reads user, store and definitions. Both at once when the store is known, since the rights depend on it. With `waits` a server
 * that is away is waited for; without, that is a failure.
 */
export async function loadSession({ waits = false }: { readonly waits?: boolean } = {}): Promise<LoadedSession> {
  const known = storeId() !== undefined
  const early = known ? definitions() : undefined
  // Its failure is heard below; until then it must not count as unhandled.
  early?.catch(() => undefined)
  const configuration = await configure(waits)
  const chosen = configuration.loja?.id
  const same = chosen === storeId()
  saveStoreId(chosen)
  const { model, rights, trouble } = early && same ? await early : await definitions()
  const { lojas, ...user } = configuration.usuario
  rememberStoreName(chosen, configuration.loja?.nome_fantasia ?? '')
  return {
    user,
    stores: lojas,
    store: configuration.loja,
    permission: configuration.permissao,
    adminActive: configuration.admin_user_active,
    invitations: configuration.convites,
    emailProved: configuration.email_confirmado,
    sendsMail: configuration.envia_emails,
    secondFactorDue: configuration.segundoFatorExigido,
    zone: zoneOf(configuration.loja),
    model,
    rights,
    trouble,
  }
}

/** A store id kept from another user is no error: the server chooses then. */
async function configure(waits: boolean): Promise<SessionConfiguration> {
  try {
    return await ask(waits)
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 403 || storeId() === undefined) throw error
    saveStoreId(undefined)
    return await ask(waits)
  }
}

const ask = async (isRead: boolean) => {
  const shop = storeId()
  return (
    await call<SessionConfiguration>('POST', 'users/configuracao', {
      body: shop === undefined ? {} : { lojaId: shop },
      keepSession: true,
      isRead,
    })
  ).data
}

async function definitions(): Promise<ModelReply> {
  const { data } = await call<ModelReply>('GET', 'model', { keepSession: true })
  if (!data.fields) return data
  const { withStoreFields } = await import('../../model/own/withStoreFields.ts')
  return { ...data, model: withStoreFields(data.model, data.fields) }
}

const defaultZone = 'America/Sao_Paulo'

function zoneOf(store: ClientSession['store']): string {
  const zone = store?.fuso_horario ?? store?.zone
  return typeof zone === 'string' && zone !== '' ? zone : defaultZone
}
