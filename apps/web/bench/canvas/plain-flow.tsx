import type { GraphNode } from '@ensemble/core'
import {
  Handle,
  Position,
  ReactFlow,
  type Edge,
  type Node,
  type NodeProps,
  type ReactFlowInstance,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { createRoot } from 'react-dom/client'
import { NEAR, PADDING, frameUntil, painted, type Stage, type Subject } from './stage.ts'

type CardNode = Node<{ readonly node: GraphNode }, 'card'>

/** A node with the same rows and ports as the product's, without anything the product does for speed. */
function Card({ data: { node } }: NodeProps<CardNode>) {
  return (
    <div
      style={{ width: 244, border: '1px solid #c6c6bd', borderRadius: 10, background: '#fff', position: 'relative' }}
    >
      <Handle type="target" position={Position.Left} style={{ top: 19 }} />
      <div style={{ height: 38, padding: '2px 12px', fontWeight: 600 }}>{node.title}</div>
      <div style={{ height: 27, padding: '0 12px', overflow: 'hidden' }}>{node.description}</div>
      {node.tools.map(({ name }) => (
        <div key={name} style={{ height: 28, padding: '0 12px', position: 'relative' }}>
          {name}
          <Handle type="source" id={name} position={Position.Right} />
        </div>
      ))}
    </div>
  )
}

const NODE_TYPES = { card: Card }

/** React Flow as its first page shows it: all nodes and edges handed over, sizes measured. */
export function mountPlain({ host, graph, places }: Stage): Subject {
  const nodes = graph.nodes.map((node): CardNode => {
    return { id: node.id, type: 'card', position: places.get(node.id) ?? { x: 0, y: 0 }, data: { node } }
  })
  const edges = graph.edges.map(({ id, from, to, tool }): Edge => ({
    id,
    source: from,
    target: to,
    sourceHandle: tool,
  }))
  let flow: ReactFlowInstance<CardNode> | null = null
  createRoot(host).render(
    <ReactFlow
      defaultNodes={nodes}
      defaultEdges={edges}
      nodeTypes={NODE_TYPES}
      fitView
      fitViewOptions={{ padding: PADDING, maxZoom: 1 }}
      minZoom={0.002}
      onInit={(instance) => {
        flow = instance
      }}
    />,
  )
  return {
    // Edges are drawn once their nodes are measured.
    shown: frameUntil(() => host.querySelectorAll('.react-flow__edge').length >= edges.length).then(painted),
    flyTo(id) {
      const at = places.get(id)
      if (at !== undefined) void flow?.setCenter(at.x + 122, at.y + 61, { zoom: NEAR })
    },
  }
}
