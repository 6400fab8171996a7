import type { PluginContext } from './pluginContext.ts'
import { type StubRequest, type StubResponse, type StubServer, startStubServer } from './stubServer.ts'

export interface EndpointOptions {
  /** Environment variable that holds the service's base address. */
  readonly variable: string
  /** Where the public service is; absent where everybody has an own one. */
  readonly publicAddress?: string
  /** How a stand-in answers. */
  answer(asked: StubRequest, address: string): StubResponse
}

/** Where a service is found: where the installation says, else at a stand-in (demo), else where the public knows it. */
export interface Endpoint {
  readonly address: string | undefined
  readonly stub?: StubServer
  close(): Promise<void>
}

export async function findEndpoint(
  { env, demo, log }: PluginContext,
  { variable, publicAddress, answer }: EndpointOptions,
): Promise<Endpoint> {
  const configured = env[variable]?.trim() || undefined
  if (configured !== undefined || !demo) return { address: configured ?? publicAddress, close: async () => undefined }
  const stub: StubServer = await startStubServer(asked => answer(asked, stub.address))
  log.info({ variable }, 'a local stand-in answers: no address is configured')
  return { address: stub.address, stub, close: stub.close }
}
