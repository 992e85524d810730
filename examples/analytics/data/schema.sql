-- A bookshop's year. A few rows are wrong on purpose: check_data_quality finds them.
create table customers (
  id integer primary key,
  name text not null,
  email text,
  country text not null,
  joined_at date not null
);
create table products (
  id integer primary key,
  title text not null,
  category text not null,
  price real not null
);
create table orders (
  id integer primary key,
  customer_id integer not null references customers (id),
  ordered_at date not null,
  status text not null
);
create table order_items (
  id integer primary key,
  order_id integer not null references orders (id),
  product_id integer not null references products (id),
  quantity integer not null,
  unit_price real not null
);
create index orders_by_customer on orders (customer_id);
create index items_by_order on order_items (order_id);
create index items_by_product on order_items (product_id);
