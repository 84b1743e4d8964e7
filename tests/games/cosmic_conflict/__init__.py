"""Tests of Cosmic Conflict."""
