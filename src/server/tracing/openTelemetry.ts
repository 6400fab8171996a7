import { hostname } from 'node:os'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { BegunSpan, SpanStart, Spans } from './spans.ts'
import type { TracingSettings } from './tracingSettings.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

const headersOf = {
  keys: (headers: SpanStart['headers']) => Object.keys(headers ?? {}),
  get: (headers: SpanStart['headers'], name: string) => {
    const value = headers?.[name]
    return typeof value === 'string' ? value : undefined
  },
}

/** Traces by OpenTelemetry, sent by OTLP over HTTP to where its own variables say. Nothing of it is global: who closes it leaves nothing behind. */
export function openTelemetry({ service, share, continues }: TracingSettings): { spans: Spans; close(): Promise<void> } {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': `${hostname()}:${process.pid}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer(service)
  const parentOf = ({ headers }: SpanStart): Context => {
    if (headers === undefined) return contexts.active()
    return continues ? propagator.extract(ROOT_CONTEXT, headers, headersOf) : ROOT_CONTEXT
  }
  const begin = (start: SpanStart): BegunSpan => {
    const { name, kind = 'internal', values = {} } = start
    const parent = parentOf(start)
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...values } }, parent)
    const own = trace.setSpan(parent, span)
    return {
      run: work => contexts.with(own, work),
      add: more => void span.setAttributes({ ...more }),
      rename: other => void span.updateName(other),
      end(failure) {
        if (failure !== undefined) {
          span.setAttribute('error.type', failure)
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        span.end()
      },
    }
  }
  return {
    spans: { begin, isInside: () => trace.getSpan(contexts.active()) !== undefined },
    async close() {
      await provider.shutdown()
      contexts.disable()
    },
  }
}
