declare module 'fastify' {
  interface FastifyContextConfig {
    /** Anybody may make the call, without a session: its body is read whoever sends it. */
    open?: true
  }
}

/** Bytes that a stranger may send: nobody types more. */
export const strangersBody = 64 * 1024

/** How a route says that it takes no session. */
export const openCall = { config: { open: true }, bodyLimit: strangersBody } as const
